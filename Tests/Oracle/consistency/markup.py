"""Pages read: figures, tables and sentences. The only place that knows how they are marked up.

Shapes come from the text of a page (`Page`), or as a browser computed them (`Tests/Browser/pictures.py`
gives `Picture` the same elements with computed fills).
"""
import html.parser
import re

VOID = {"meta", "link", "br", "hr", "img", "input", "path", "circle", "rect", "polyline", "line", "use"}


class Element:
    def __init__(self, tag, attributes, parent=None):
        self.tag, self.attributes, self.parent, self.children = tag, attributes, parent, []

    def get(self, name, default=None):
        return self.attributes.get(name, default)

    def walk(self):
        """The elements inside, in order; without recursion, since pages are asked about often."""
        stack = [iter(self.children)]
        while stack:
            for child in stack[-1]:
                if isinstance(child, Element):
                    yield child
                    if child.children:
                        stack.append(iter(child.children))
                        break
            else:
                stack.pop()

    def all(self, *tags):
        return [element for element in self.walk() if element.tag in tags]

    def first(self, *tags):
        return next((element for element in self.walk() if element.tag in tags), None)

    def has_class(self, name):
        return name in (self.get("class") or "").split()

    def around(self, holds):
        """Itself, or the nearest element around it that is so; None without one."""
        element = self
        while element is not None and not holds(element):
            element = element.parent
        return element

    def text(self, without=()):
        """The text, without that of some elements."""
        parts = []
        for child in self.children:
            if isinstance(child, str):
                parts.append(child)
            elif child.tag not in without:
                parts.append(child.text(without))
        return "".join(parts)


class Reader(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("page", {})
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        element = Element(tag, dict(attributes), self.open)
        self.open.children.append(element)
        if tag not in VOID or not self.get_starttag_text().endswith("/>") and tag not in (
                "meta", "link", "br", "hr", "img", "input"):
            self.open = element

    def handle_startendtag(self, tag, attributes):
        self.open.children.append(Element(tag, dict(attributes), self.open))

    def handle_endtag(self, tag):
        element = self.open.around(lambda e: e.parent is None or e.tag == tag)
        if element.parent is not None:
            self.open = element.parent

    def handle_data(self, data):
        self.open.children.append(data)


class Table:
    """A table: its caption, heads, and rows of cells as elements."""

    def __init__(self, element):
        self.element = element
        caption = element.first("caption")
        self.caption = caption.text() if caption else ""
        body = element.first("tbody") or element
        head = element.first("thead")
        self.heads = [cell.text() for cell in head.all("th", "td")] if head else []
        self.elements = [row.all("th", "td") for row in body.all("tr")]
        self.cells = [[cell.text() for cell in row] for row in self.elements]
        self.figure = None


class Page:
    """A page's figures, tables, sentences and points of lists, in order."""

    def __init__(self, text, styles=""):
        self.root = Reader(text).root
        styles += "".join(style.text() for style in self.root.all("style"))
        self.fills = dict(re.findall(r"\.(c\w+)\{fill:(#[0-9a-f]{6})\}", styles))
        self.figures = [Figure(element, self.fills) for element in self.root.all("figure")]
        self.tables = []
        for element in self.root.all("table"):
            table = Table(element)
            around = element.around(is_figure)
            table.figure = around.get("id") if around else None
            self.tables.append(table)
        for figure in self.figures:
            figure.table = next((t for t in self.tables if t.figure == figure.id), None)
        # A text with its section: numbers of sentences are marked.
        self.sentences = [Sentence(element) for element in self.root.all("p", "li", "h1", "dd", "dt")
                          if not element.around(is_figure)]
        self.title = (self.root.first("h1") or Element("h1", {})).text()
        self.terms = [(dt.text(), dd.text()) for dt, dd in zip(self.root.all("dt"), self.root.all("dd"))]


def is_figure(element):
    return element.tag == "figure"


class Sentence:
    def __init__(self, element):
        self.element = element
        self.tag = element.tag
        self.text = re.sub(r"\s+", " ", element.text()).strip()
        self.numbers = [e.text() for e in element.all("strong") if e.has_class("k")]


class Figure:
    def __init__(self, element, fills):
        self.element = element
        self.id = element.get("id")
        title = element.first("strong")
        self.title = title.text() if title else ""
        caption = element.first("figcaption")
        self.caption = caption.text().replace(self.title, "", 1).strip() if caption else ""
        self.pictures = [Picture(svg, fills) for svg in element.all("svg")]
        self.table = None

    @property
    def description(self):
        desc = self.element.first("desc")
        return desc.text() if desc else ""


class Shape:
    """A shape: its kind, box, fill, and the mark (group) that it is part of; None for no mark."""

    def __init__(self, kind, x, y, width=0.0, height=0.0, fill=None, stroke=None, text=None, mark=None, **more):
        self.kind, self.x, self.y, self.width, self.height = kind, x, y, width, height
        self.fill, self.stroke, self.text, self.mark, self.read = fill, stroke, text, mark, False
        self.__dict__.update(more)

    def __repr__(self):
        return f"{self.kind} {self.text or ''}({self.x:.2f}, {self.y:.2f}, {self.width:.2f}, {self.height:.2f})"

    @property
    def right(self):
        return self.x + self.width

    @property
    def bottom(self):
        return self.y + self.height


ANCHORS = {"a": "middle", "e": "end", "s": "start"}


def subpaths(text):
    """The subpaths of a path's data as lists of points, each with whether it is closed."""
    tokens = re.findall(r"[MmLlHhVvZz]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?", text)
    paths, at, start, place, command = [], (0.0, 0.0), (0.0, 0.0), 0, None
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
            if command in "Zz":
                if paths:
                    paths[-1] = (paths[-1][0], True)
                at = start
                continue
        relative = command.islower()
        if command in "HhVv":
            number = float(tokens[place])
            place += 1
            across = command in "Hh"
            at = (at[0] * (relative or not across) + number * across,
                  at[1] * (relative or across) + number * (not across))
        else:
            x, y = float(tokens[place]), float(tokens[place + 1])
            place += 2
            at = (x + at[0] * relative, y + at[1] * relative)
            if command in "Mm":
                start = at
                paths.append(([at], False))
                command = "l" if relative else "L"
                continue
        paths[-1][0].append(at)
    return paths


class Picture:
    """The shapes of an SVG."""

    def __init__(self, svg, fills=None):
        self.fills = fills or {}
        self.shapes, self.marks, self.svg = [], 0, svg
        self.read_box()
        self.walk(svg, None)

    def read_box(self):
        box = [float(n) for n in (self.svg.get("viewbox") or self.svg.get("viewBox") or "0 0 0 0").split()]
        self.width, self.height = box[2:]

    def walk(self, element, mark):
        for child in element.children:
            if not isinstance(child, Element) or child.tag in ("defs", "title", "desc"):
                continue
            if child.tag == "g":
                self.marks += 1
                self.walk(child, self.marks - 1)
            else:
                self.add(child, mark)

    def paint(self, element, name):
        """The fill or stroke: as computed, an attribute, or a class of the style sheet."""
        computed = element.get("computed-" + name)
        if computed is not None:
            return computed
        if element.get(name):
            return element.get(name)
        if name == "fill":
            for klass in (element.get("class") or "").split():
                if klass in self.fills:
                    return self.fills[klass]
                if klass in ("z", "l"):
                    return "none"
        return None

    def add(self, element, mark):
        title = element.first("title")
        more = {"mark": mark, "tip": title.text() if title else None, "element": element,
                "fill": self.paint(element, "fill"), "stroke": self.paint(element, "stroke"),
                "dashes": element.get("stroke-dasharray")}
        number = lambda name: float(element.get(name) or 0)
        if element.tag == "text":
            text = element.text(without=("title",))
            classes = (element.get("class") or "").split()
            anchor = next((ANCHORS[c] for c in classes if c in ANCHORS), None) or (
                "middle" if "v" in classes else "start" if "m" in classes or "g" in classes else "end")
            places = [float(x) for x in (element.get("x") or "0").split()]
            for index, x in enumerate(places):
                own = text if len(places) == 1 else text[index]
                self.shapes.append(Shape("text", x, number("y"), text=own, anchor=anchor, **more))
        elif element.tag == "rect":
            self.shapes.append(Shape("bar", number("x"), number("y"), number("width"), number("height"), **more))
        elif element.tag == "circle":
            self.shapes.append(Shape("dot", number("cx"), number("cy"), radius=number("r"), **more))
        elif element.tag == "polyline":
            points = [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]
            self.shapes.append(Shape("curve", *points[0], points=points, **more))
        elif element.tag == "path":
            for points, closed in subpaths(element.get("d")):
                self.shapes.append(self.of_path(points, closed, element, more))

    @staticmethod
    def of_path(points, closed, element, more):
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        if len(set(points)) == 1:
            return Shape("dot", *points[0], radius=float(element.get("stroke-width") or 1) / 2,
                         **(more | {"fill": more["stroke"]}))
        upright = len(points) == len(set(points)) == 4 and len(set(xs)) == 2 and len(set(ys)) == 2
        if upright:
            kind = "tip" if "z" in (element.get("class") or "").split() else "bar"
            if kind == "bar" and "L" in (element.get("d") or ""):
                kind = "marker"
        elif len(points) == 2 and not closed:
            kind = "line"
        else:
            kind = "marker" if closed and max(box[2:]) <= 20 else "area" if closed else "stroke"
        return Shape(kind, *box, points=points, **more)

    def of(self, kind, mark="any"):
        return [s for s in self.shapes if s.kind == kind and (mark == "any" or s.mark == mark)]

    def take(self, shapes):
        for shape in shapes:
            shape.read = True
        return shapes

    def legend(self):
        """The boxes of the legend by their words: small shapes outside of marks, each before its words."""
        found = {}
        for box, text in zip(self.shapes, self.shapes[1:]):
            if box.mark is not None or text.mark is not None or text.kind != "text":
                continue
            size = box.radius * 2 if box.kind == "dot" else box.width
            if box.kind in ("bar", "dot", "marker") and 8.5 <= size <= 14.5 and 0 < text.x - box.x < 24 \
                    and abs(text.y - box.y) < 16 and text.anchor == "start":
                found[text.text] = box
                self.take([box, text])
        return found
