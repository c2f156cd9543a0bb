# Makes a man page from the output of swift-argument-parser's generator and the sections beside it.

# What the generator copies unchanged from the help: headings, indented blocks, blank lines.
function emit(line) {
  if (section == "EXAMPLES") { examples = examples line "\n"; return }
  # The status has its own section.
  if (section == "EXIT STATUS") return
  print line
}
function end_block() { if (in_block) emit(".Ed"); in_block = 0 }
function literal(line) {
  gsub(/\\/, "\\e", line)
  gsub(/-/, "\\-", line)
  return line
}

# The items of a file that belong to this page.
function items(file,   line, words, count, i, wanted, text) {
  wanted = 0; text = ""
  while ((getline line < file) > 0) {
    if (line ~ /^\.\\" with /) {
      wanted = page == "poi"
      count = split(line, words, " ")
      for (i = 3; i <= count; i++) if (words[i] in has || words[i] == page || words[i] == "*") wanted = 1
    } else if (wanted) {
      text = text line "\n"
    }
  }
  close(file)
  return text
}
function list_section(name,   text) {
  text = items(common "/" name)
  if (text != "") printf ".Sh %s\n.Bl -tag -width Ds\n%s.El\n", name, text
}
function own_sections(   files, count, i, line) {
  count = split(own, files, "\n")
  for (i = 1; i <= count; i++) {
    line = files[i]
    sub(/.*\//, "", line)
    print ".Sh \"" line "\""
    while ((getline line < files[i]) > 0) print line
    close(files[i])
  }
}
function see_also(   lines, others, last, count, i, j) {
  last = split(related items(common "/SEE ALSO"), lines, "\n")
  # By section, then by name, and each once.
  for (i = 1; i <= last; i++) {
    if (lines[i] == "" || lines[i] == ".Xr " page " 1" || seen[lines[i]]++) continue
    for (j = ++count; j > 1 && key(others[j - 1]) > key(lines[i]); j--) others[j] = others[j - 1]
    others[j] = lines[i]
  }
  print ".Sh SEE ALSO"
  for (i = 1; i <= count; i++) print others[i] (i < count ? " ," : "")
}
# The subcommands, each with the description from its own page; poi's page comes from the same folder.
function commands(   lines, count, i, file, line, words) {
  count = split(related, lines, "\n")
  print ".Sh COMMANDS\n.Bl -tag -width Ds"
  for (i = 1; i <= count; i++) {
    if (split(lines[i], words, " ") < 3 || words[2] !~ /^poi-[a-z]+$/) continue
    file = folder "/" words[2] ".1"
    sub(/poi-/, "poi.", file)
    while ((getline line < file) > 0) if (sub(/^\.Nd /, "", line)) { gsub(/"/, "", line); print ".It Xr " words[2] " 1\n" line }
    close(file)
  }
  print ".El"
}
# What a --no- flag means, which the generator does not know.
function opposite(flag,   line, text, found) {
  while ((getline line < (common "/OPPOSITES")) > 0) {
    if (line ~ /^\.It/) found = line == ".It Fl " flag
    else if (found) text = text line "\n"
  }
  close(common "/OPPOSITES")
  if (text == "") { print "OPPOSITES does not mention " flag > "/dev/stderr"; exit 1 }
  printf "%s", text
}
function key(reference,   words) { split(reference, words, " "); return words[3] " " words[2] }

# What went around the generator, as groff and mandoc write it.
{ while (match($0, /&#[0-9]+;/)) $0 = substr($0, 1, RSTART - 1) sprintf("\\[u%04X]", substr($0, RSTART + 2, RLENGTH - 3)) substr($0, RSTART + RLENGTH) }
# A NAME line as apropos reads it: the page's name, and plain words that begin in lower case.
/^\.Nd "/ { gsub(/"/, ""); $0 = ".Nd " tolower(substr($0, 5, 1)) substr($0, 6) }
/^\.Nm "?poi/ && !called { called = $0; $0 = ".Nm " page }
/^\.Nm$/ { $0 = called }
/^\.(It|El)/ { skipping = 0 }
skipping { next }
/^\.It Fl -no-/ { print; opposite($3); skipping = 1; next }
/^\.Dt/ { sub(/\./, "-", $2); sub(/\./, "-", $2); sub(/^-/, ".", $1) }
/^\.Op Fl -/ { has["-" $3] }
{ sub(/[ \t]+$/, "") }
/^  [^ ]/ {
  if (!in_block) emit(".Bd -literal -offset indent")
  in_block = 1
  emit(literal(substr($0, 3)))
  next
}
{ end_block() }
/^$/ { blank = 1; section = ""; next }
/^[A-Z][A-Z ]+$/ {
  blank = 0
  section = $0 ~ /^(EXAMPLES|EXIT STATUS)$/ ? $0 : ""
  if (section == "") print ".Ss " $0
  next
}
/^\./ { section = "" }
/^\.Ex -std/ || /^\.Sh "(EXIT STATUS|SEE ALSO)"/ { next }
/^\.Xr/ {
  sub(/ *,$/, "")
  gsub(/\./, "-", $2)
  if ($2 != "poi-help") related = related ".Xr " $2 " " $3 "\n"
  next
}
/^\.Pp$/ { blank = 1; next }
blank { if (described && $0 !~ /^\.(It|El|Bl|Sh|Ss)/) print ".Pp"; blank = 0 }
/^\.Sh DESCRIPTION/ { print; next }
/^[^.]/ { described = 1; gsub(/\. /, ".\n") }
{ print }

END {
  end_block()
  if (page == "poi") commands()
  list_section("ENVIRONMENT")
  list_section("FILES")
  print ".Sh EXIT STATUS\n.Bl -tag -width 4n"
  while ((getline line < (common "/EXIT STATUS")) > 0) print line
  print ".El"
  if (examples != "") printf ".Sh EXAMPLES\n%s", examples
  see_also()
  own_sections()
}
