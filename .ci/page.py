"""Takes screenshots of the page of `poi serve` in Chromium at the size of a phone, light and dark.

Usage: page.py POI PATH ARGUMENT…    (arguments of poi serve)
"""

import base64
import json
import re
import subprocess
import sys
import time
import urllib.request

poi, path, *arguments = sys.argv[1:]
SEARCH = "document.getElementById('words').value = 'cafe'; document.getElementById('search').requestSubmit()"
# The map counts its names when it has come to rest.
EXPRESSION = """return document.querySelectorAll('#list li').length && document.getElementById('attribution').textContent
  && document.getElementById('map').dataset.names > 0"""


def address(process, stream, pattern):
    for line in stream:
        found = re.search(pattern, line)
        if found:
            return found.group(1)
    raise SystemExit(f"{process.args[0]} has ended")


def call(method, url, body=None):
    data = json.dumps(body or {}).encode() if method == "POST" else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    return json.load(urllib.request.urlopen(request))["value"]


server = subprocess.Popen([poi, "serve", "--listen", "127.0.0.1:0", *arguments], stderr=subprocess.PIPE, text=True)
driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
try:
    page = address(server, server.stderr, r"(http://\S+)")
    base = "http://127.0.0.1:" + address(driver, driver.stdout, r"successfully on port (\d+)")
    options = {
        "args": ["--headless=new", "--no-sandbox", "--hide-scrollbars", "--accept-lang=en-IE"],
        "mobileEmulation": {"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 1.5}},
    }
    for name in ["light", "dark"]:
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}}
        session = base + "/session/" + call("POST", base + "/session", wanted)["sessionId"]
        features = [{"name": "prefers-color-scheme", "value": name}]
        media = {"cmd": "Emulation.setEmulatedMedia", "params": {"features": features}}
        call("POST", session + "/goog/cdp/execute", media)
        call("POST", session + "/url", {"url": page})
        call("POST", session + "/execute/sync", {"script": SEARCH, "args": []})
        while not call("POST", session + "/execute/sync", {"script": EXPRESSION, "args": []}):
            time.sleep(0.1)
        with open(f"{path}-{name}.png", "wb") as file:
            file.write(base64.b64decode(call("GET", session + "/screenshot")))
        call("DELETE", session)
finally:
    driver.terminate()
    server.terminate()
