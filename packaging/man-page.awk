# Turns the help text of a command into a manual page. Variables: name (such as tender-submit), version, date.

function escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  return text ~ /^[.']/ ? "\\&" text : text
}

# Ends the indented text of a section.
function close_text() {
  if (in_text) print ".fi"
  in_text = 0
  blank_lines = 0
}

function print_text(line) {
  if (!in_text) print ".nf"
  in_text = 1
  for (; blank_lines > 0; blank_lines--) print ""
  print escaped(line)
}

BEGIN {
  printf ".TH \"%s\" 1 \"%s\" \"Tender %s\" \"Tender\"\n", toupper(name), date, version
}

/^Usage: / {
  synopsis = substr($0, 8)
  reading_synopsis = 1
  next
}

reading_synopsis && /^ / {
  sub(/^ +/, " ")
  synopsis = synopsis $0
  next
}

# The first paragraph is the summary.
reading_synopsis && NF == 0 { next }

reading_synopsis {
  reading_synopsis = 0
  reading_summary = 1
}

reading_summary && NF > 0 {
  summary = summary (summary ? " " : "") $0
  next
}

reading_summary {
  reading_summary = 0
  sentence = summary
  sub(/\. .*/, "", sentence)
  sub(/\.$/, "", sentence)
  print ".SH NAME"
  print name " \\- " escaped(tolower(substr(sentence, 1, 1)) substr(sentence, 2))
  print ".SH SYNOPSIS"
  print escaped(synopsis)
  print ".SH DESCRIPTION"
  print escaped(summary)
  next
}

/^[A-Z][A-Za-z ]*:$/ {
  close_text()
  print ".SH " toupper(substr($0, 1, length($0) - 1))
  in_section = 1
  next
}

NF == 0 {
  blank_lines += in_text
  if (!in_section) print ".PP"
  next
}

in_section { print_text($0) }

!in_section { print escaped($0) }

END { close_text() }
