"""A page as blocks, and how they are written: as HTML in the style of a report's page, and as Markdown.

A block is a tuple of its kind and content: h1, h2, h3, p (text), list (texts), code (text), figure (HTML, its finding) or
table (caption, heads, rows). Texts may hold **strong**, `code` and [links](to).
"""
import html
import re


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"\[(.+?)\]\((.+?)\)", r'<a href="\2">\1</a>', text)
    return re.sub(r"`(.+?)`", r"<code>\1</code>", text)


def as_html(blocks, style):
    out = ['<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
           '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
           f"<title>{html.escape(blocks[0][1])}</title><style>{style}</style></head><body><main>"]
    for kind, *content in blocks:
        if kind in ("h1", "h2", "h3"):
            out.append(f"<{kind}>{inline(content[0])}</{kind}>")
        elif kind == "p":
            out.append(f"<p>{inline(content[0])}</p>")
        elif kind == "list":
            out.append("<ul>" + "".join(f"<li>{inline(item)}</li>" for item in content[0]) + "</ul>")
        elif kind == "code":
            out.append(f'<pre tabindex="0"><code>{html.escape(content[0])}</code></pre>')
        elif kind == "figure":
            out.append(content[0])
        elif kind == "table":
            caption, head, body = content
            cells = "".join(f'<th scope="col"{"" if at == 0 else " class=n"}>{inline(cell)}</th>' for at, cell in enumerate(head))
            lines = "".join(
                "<tr>" + "".join(
                    f'<th scope="row">{inline(cell)}</th>' if at == 0 else f"<td class=n>{inline(cell)}</td>"
                    for at, cell in enumerate(line)) + "</tr>" for line in body)
            out.append(f'<div class="scroll" tabindex="0" role="region" aria-label="{html.escape(caption)}"><table>'
                       f"<caption>{inline(caption)}</caption><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table></div>")
    return "\n".join(out) + "\n</main></body></html>\n"


def as_markdown(blocks):
    out = []
    for kind, *content in blocks:
        if kind in ("h1", "h2", "h3"):
            out.append("#" * int(kind[1]) + " " + content[0])
        elif kind == "p":
            out.append(content[0])
        elif kind == "list":
            out.append("\n".join(f"- {item}" for item in content[0]))
        elif kind == "code":
            out.append("\n".join("    " + line for line in content[0].splitlines()))
        elif kind == "figure":
            out.append("The map is in [index.html](index.html): " + content[1])
        elif kind == "table":
            caption, head, body = content
            lines = ["| " + " | ".join(head) + " |", "| --- " + "| ---: " * (len(head) - 1) + "|"]
            lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in body]
            out.append(caption + "\n\n" + "\n".join(lines))
    return "\n\n".join(out) + "\n"


TABLE_STYLE = (
    "ul{padding-left:20px;max-width:76ch}li{margin:0 0 8px}.scroll{overflow-x:auto;margin:12px 0 28px}"
    "table{border-collapse:collapse;font-size:14px}caption{text-align:left;color:var(--mut);padding:0 0 6px}"
    "th,td{padding:4px 10px;border-bottom:1px solid var(--rule);vertical-align:top}th{text-align:left;font-weight:600}"
    "main .scroll tbody th{white-space:nowrap;font-weight:400}main .scroll :is(td,th){font-size:13.5px;padding:4px 7px}"
    ".n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}thead .n{white-space:normal}"
    "pre{overflow-x:auto;background:var(--soft);padding:10px 14px}")
