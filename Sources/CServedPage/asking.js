// Asks for the list that a page without a fragment shows first, while the rest of the page is still on its way.
if (!location.hash) {
  let language;
  try { language = JSON.parse(localStorage.getItem("language")); } catch { /* The browser keeps nothing. */ }
  const query = new URLSearchParams({ limit: 60, shown: true, language: language || navigator.language });
  const address = `nearby?${query}`;
  window.early = { address, answer: fetch(address, { cache: "no-store", signal: AbortSignal.timeout(30000) }) };
  // Whoever takes the answer gets to know.
  window.early.answer.catch(() => {});
}
