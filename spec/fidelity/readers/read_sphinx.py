# Reads a documentation with Sphinx and prints what its pages hold, as one JSON. The configuration
# is read as literals and never run; a directive or role that Sphinx lacks keeps its words.
import ast
import html
import importlib.util
import io
import json
import os
import re
import sys
import tempfile
from dataclasses import replace

import yaml
from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.directives.misc import Include as PlainInclude
from docutils.parsers.rst.directives.references import TargetNotes as NotesDirective
from docutils.transforms.references import TargetNotes
from sphinx import __version__, addnodes
from sphinx.application import Sphinx
from sphinx.directives.code import LiteralInclude
from sphinx.directives.other import Include
from sphinx.domains.c import CAliasObject
from sphinx.domains.cpp import CPPAliasObject

ROOT = os.path.realpath(sys.argv[1])
SIGN = re.compile(r"^(?:extensions|html_theme|master_doc|root_doc|source_suffix|project)\s*=", re.M)
MYST = "amsmath attrs_block attrs_inline colon_fence deflist dollarmath fieldlist html_admonition"
MYST += " html_image linkify strikethrough substitution tasklist"
KEPT = set("extlinks todo ifconfig graphviz autosectionlabel mathjax imgmath coverage".split())
DRAWN = ("sphinx_design", "sphinx_inline_tabs", "sphinx_togglebutton")
SETTINGS = re.compile(
    "root_doc|master_doc|source_suffix|exclude_patterns|include_patterns|default_role|project|version"
    "|primary_domain|add_module_names|rst_prolog|rst_epilog|release|language|author|copyright|extlinks|myst_.*"
    "|highlight_language|today|todo_include_todos|trim_doctest_flags|autosectionlabel_.*"
)
# Their content is no text of the page's own markup.
CODE = set(
    """code-cell code-tab mermaid plantuml uml ditaa blockdiag ipython prompt sourcecode jinja
    terminal asciinema jsonschema cli program-output command-output""".split()
)
# What a theme, a program or another page fills.
EMPTY = set("carousel tags meta toc tableofcontents".split())
includes = []


def read_literals(path):
    found = {}

    def take(body):
        for node in body:
            if isinstance(node, ast.If):
                take(node.body)
            value = getattr(node, "value", None)
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                name = getattr(targets[0], "id", "")
                read = evaluate(value, found)
                if read is not None:
                    isMore = isinstance(node, ast.AugAssign)
                    found[name] = found[name] + read if isMore and name in found else read
            elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
                own = found.get(getattr(value.func.value, "id", ""))
                read = evaluate(value.args[0], found) if len(value.args) == 1 else None
                if isinstance(own, list) and read is not None and value.func.attr in ("extend", "append"):
                    own.extend(read if value.func.attr == "extend" else [read])

    with open(path, encoding="utf-8") as file:
        take(ast.parse(file.read()).body)
    return found


def evaluate(node, known):
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        sides = [evaluate(side, known) for side in (node.left, node.right)]
        if None in sides or type(sides[0]) is not type(sides[1]):
            return sides[0] if isinstance(sides[0], list) else None
        return sides[0] + sides[1]
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return None


def find_project():
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(each for each in folders if each[0] not in "._" and each != "node_modules")
        for name in ("conf.py", "myst.yml", "_toc.yml"):
            path = os.path.join(folder, name)
            if name in names and (name != "conf.py" or SIGN.search(open(path, encoding="utf-8").read())):
                found.append((path.count("/"), path))
    return min(found)[1]


def read_project(path):
    folder = os.path.dirname(path)
    if path.endswith(".py"):
        values = read_literals(path)
        listed = values.get("extensions", [])
    else:
        whole = path.endswith("myst.yml")
        file = path if whole else os.path.join(folder, "_config.yml")
        read = yaml.safe_load(open(file, encoding="utf-8")) if os.path.exists(file) else {}
        read = (read.get("project") or {}) if whole else (read or {})
        toc = yaml.safe_load(open(path, encoding="utf-8")) if not whole else {}
        first = (read.get("toc") or [{}])[0].get("file", "index")
        root = re.sub(r"\.\w+$", "", str((toc or {}).get("root", first)))
        values = {"root_doc": root, "myst_enable_extensions": MYST.split()}
        values["exclude_patterns"] = list(read.get("exclude") or [])
        values["myst_substitutions"] = dict(read.get("substitutions") or {})
        listed = ["myst_parser", "sphinx_design"]
    kept = [each for each in listed if each.removeprefix("sphinx.ext.") in KEPT]
    # What neither runs code nor asks others for anything is taken where it is installed.
    kept += [each for each in DRAWN if each in listed and importlib.util.find_spec(each)]
    if "extlinks" in values and "sphinx.ext.extlinks" not in kept:
        kept.append("sphinx.ext.extlinks")
    if any("myst" in each for each in listed):
        kept.append("myst_parser")
    values = {key: value for key, value in values.items() if SETTINGS.fullmatch(key)}
    excluded = list(values.get("exclude_patterns", [])) + ["_build", "**/node_modules"]
    own = {"extensions": kept, "exclude_patterns": excluded, "smartquotes": False, "numfig": False}
    return folder, {**values, **own}


def is_inside(path):
    return (os.path.realpath(path) + "/").startswith(ROOT + "/")


def place_of(path):
    return os.path.relpath(os.path.realpath(path), ROOT)


def watch(kind):
    run = kind.run

    def watched(self):
        argument = self.arguments[0]
        standard = argument.startswith("<")
        path = argument if standard else self.env.relfn2path(argument)[1]
        source, line = self.state_machine.get_source_and_line(self.lineno)
        isFound = standard or (is_inside(path) and os.path.isfile(path))
        includes.append([self.env.docname, argument if isFound else "", source or "", line or 1])
        return run(self) if isFound else []

    kind.run = watched


class Unknown(Directive):
    optional_arguments = 100
    final_argument_whitespace = True
    has_content = True

    class AnyOption(dict):
        def __bool__(self):
            return True

        def __contains__(self, name):
            return True

        def __missing__(self, name):
            return lambda value: value or ""

    option_spec = AnyOption()

    def run(self):
        if self.name in EMPTY:
            return []
        source, line = self.state_machine.get_source_and_line(self.lineno)
        node = nodes.container()
        node.source, node.line = source, line
        # What is read from code is not there, but takes the target before it.
        if self.name.startswith("auto"):
            return [node]
        if self.name in CODE:
            text = "\n".join(self.content)
            code = nodes.literal_block(text, text)
            code.source, code.line = source, line
            return [code] if text.strip() else []
        if self.arguments:
            children, _ = self.state.inline_text(" ".join(self.arguments), self.lineno)
            words = nodes.paragraph("", "", *children)
            words.source, words.line = source, line
            node += words
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def unknown_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    shown = re.sub(r"\s*<[^>]*>$", "", text)
    return [nodes.inline(rawtext, shown)], []


def place_made(directive):
    """What Sphinx makes of a directive without a line stands where that is."""
    run = directive.run

    def placed(self):
        made = run(self)
        for node in made:
            node.source, node.line = self.state_machine.get_source_and_line(self.lineno)
        return made

    directive.run = placed


def place_notes():
    make = TargetNotes.make_target_footnote

    def make_placed(self, *arguments):
        note = make(self, *arguments)
        for each in (note, *note.findall(nodes.paragraph)):
            each.source, each.line = self.startnode.source, self.startnode.line
        return note

    TargetNotes.make_target_footnote = make_placed


find_directive, find_role = directives.directive, roles.role


def directive(name, language, document):
    found, messages = find_directive(name, language, document)
    if found is not None:
        return found, []
    return type("Unknown", (Unknown,), {}), []


def role(name, language, lineno, reporter):
    found, messages = find_role(name, language, lineno, reporter)
    return (found, messages) if found is not None else (unknown_role, [])


directives.directive, roles.role = directive, role

NOTHING = (
    nodes.comment, nodes.substitution_definition, nodes.system_message, nodes.pending, nodes.meta,
    nodes.math, nodes.math_block, nodes.footnote_reference, nodes.label, nodes.colspec,
    addnodes.index, addnodes.tabular_col_spec, addnodes.toctree,
)  # fmt: skip
APART = (
    nodes.image, nodes.superscript, nodes.subscript, addnodes.desc_parameterlist,
    addnodes.desc_parameter, addnodes.desc_returns, addnodes.desc_type_parameter_list,
)  # fmt: skip
# These are boxes of docutils by their class alone.
NO_BOX = (addnodes.desc, addnodes.productionlist)
GENERATED = re.compile(r"(?:id|index-|footnote-|equation-)\d+|equation-[\da-f-]{36}|sd-tab-item-.*|module-|tab-set--.*")
FIELDS = {"Parameters", "Returns", "Return type", "Raises", "Yields", "Type", "Throws", "Variables", "Arguments", "Return values"}


def find_above(node, kind):
    while node is not None and not isinstance(node, kind):
        node = node.parent
    return node


def target_of(node):
    return node.get("refuri") or f"#{node.get('refid', '')}"


def picture_of(node):
    found = [each for each in node.get("candidates", {}).values() if each]
    return found[0] if "*" in node["uri"] and found else node["uri"]


class Page:
    def __init__(self, doctree, path, showsTodos, isMystmd):
        self.file, self.units, self.sections, self.last = place_of(path), [], 0, 1
        self.last_place = [self.file, 1]
        self.ids, self.showsTodos, self.isMystmd = doctree.ids, showsTodos, isMystmd
        self.walk(doctree)

    def place(self, node):
        held = (each for each in node.findall() if each.line) if isinstance(node, nodes.Element) else ()
        at = node if node.line else next(iter(held), None)
        # A declaration that Sphinx takes from elsewhere is where it is shown.
        if at is None and isinstance(node, addnodes.desc_signature) and node.parent.line:
            at = node.parent
        # Rows of a table in CSV are counted from the first of them.
        isCell = at is not None and at.line < self.last and find_above(at, nodes.table) is not None
        if at is None or isCell:
            return self.last_place
        self.last = at.line
        source = (at.source or "").split(":")[0]
        isFile = os.path.isfile(source) and is_inside(source)
        self.last_place = [place_of(source) if isFile else self.file, at.line]
        return self.last_place

    def add(self, kind, value, node, lines=0, target=""):
        file, line = self.place(node)
        if kind != "prose" or value.strip() != "":
            self.units.append([kind, value, file, line, line + lines, *([target] if target else [])])

    def walk(self, node):
        if isinstance(node, nodes.Text):
            self.add("prose", node.astext(), node.parent)
            return
        if isinstance(node, nodes.section):
            self.sections += 1
        if isinstance(node, nodes.topic) and "contents" in node["classes"]:
            return
        # Sphinx hides notes to the authors if nothing says that they show.
        if type(node).__name__ == "todo_node" and not self.showsTodos:
            return
        self.anchors(node)
        if isinstance(node, NOTHING) or "toctree-wrapper" in node.get("classes", []):
            return
        if isinstance(node, nodes.raw):
            self.raw(node)
        elif isinstance(node, (nodes.literal_block, nodes.doctest_block)):
            text = node.astext()
            self.add("code", text if text.endswith("\n") else text + "\n", node, text.count("\n") + 1)
        elif type(node).__name__ == "graphviz":
            self.add("code", node["code"].rstrip("\n") + "\n", node, node["code"].count("\n"))
        elif isinstance(node, (nodes.TextElement, addnodes.desc_signature, nodes.option_group)):
            self.text(node)
        else:
            self.block(node)

    def block(self, node):
        # Names of fields that Sphinx makes of ":param x:" are its own words.
        if isinstance(node, nodes.field_list) and isinstance(node.parent, addnodes.desc_content):
            for name in list(node.findall(nodes.field_name)):
                if name.astext() in FIELDS:
                    name.parent.remove(name)
        # Of an object that only its own extension knows, ":param x:" shows "x", too.
        elif isinstance(node, nodes.field_list):
            for name in node.findall(nodes.field_name):
                part, _, rest = name.astext().partition(" ")
                if part in ("param", "type", "raises") and rest:
                    name[:] = [nodes.Text(rest)]
        if isinstance(node, nodes.image):
            self.add("picture", picture_of(node), node)
        classes = node.get("classes", [])
        isFolded = "dropdown" in classes or "toggle" in classes
        isBox = isinstance(node, nodes.Admonition) and not isinstance(node, NO_BOX)
        if isBox and not isFolded:
            self.add("admonition", "", node)
        if isinstance(node, nodes.thead):
            self.add("table", " ".join(self.words(each) for each in node.findall(nodes.entry)), node)
        if isinstance(node, nodes.row) and isinstance(node.parent, nodes.tbody):
            self.add("row", " ".join(self.words(each) for each in node.children), node)
        for child in node.children:
            self.walk(child)

    def words(self, node):
        if isinstance(node, nodes.Text):
            return node.astext()
        isNumber = isinstance(node, nodes.reference) and "#equation-" in target_of(node)
        # So is that of a figure.
        isNumber = isNumber or "std-numref" in (node.get("classes") or [])
        # What covers a card shows nothing.
        isNumber = isNumber or "sd-stretched-link" in (node.get("classes") or [])
        if isinstance(node, NOTHING) or isNumber:
            return " "
        if isinstance(node, nodes.raw):
            return re.sub(r"<[^>]*>", " ", node.astext()) if "html" in node["format"] else ""
        inner = "".join(self.words(each) for each in node.children)
        isInline = isinstance(node, (nodes.Inline, addnodes.desc_sig_element))
        # "4th" and "H2O" are words.
        isOfWord = inner.isdigit() if isinstance(node, nodes.subscript) else inner.lower() in ("st", "nd", "rd", "th")
        isApart = isinstance(node, APART) and not isOfWord
        return inner if isInline and not isApart else f" {inner} "

    def text(self, node):
        lines = max(node.rawsource.count("\n"), node.astext().count("\n"))
        self.add("prose", self.words(node), node, lines)
        for each in node.findall():
            if each is not node and not isinstance(each, nodes.Text):
                self.anchors(each)
            if isinstance(each, nodes.Element) and "sd-stretched-link" in each.get("classes", []):
                continue
            isLink = isinstance(each, nodes.reference) and (each.get("internal") or "refid" in each)
            # A title that names the module of its page leads to itself.
            if isLink and isinstance(node, nodes.title) and target_of(each).startswith("#module-"):
                continue
            # What leads nowhere is no link.
            if isLink and target_of(each).startswith("#") and target_of(each)[1:] not in self.ids:
                continue
            # A file at another site is no place in this documentation.
            isFile = isinstance(each, addnodes.download_reference) and "://" not in each["reftarget"]
            if isLink or isFile:
                target = target_of(each)
                # The number of a formula is made by Sphinx; a page of ours names it by its label.
                label = target.partition("#equation-")[2]
                self.add("link", label or self.words(each), node, lines, target)
            if isinstance(each, nodes.image):
                self.add("picture", picture_of(each), node, lines)
            if isinstance(each, nodes.raw):
                self.pictures(each, node)

    def raw(self, node):
        if "html" not in node["format"]:
            return
        text = re.sub(r"<!--.*?-->|<(script|style|select|textarea|button|svg)\b.*?</\1>", " ", node.astext(), flags=re.S)
        self.add("prose", html.unescape(re.sub(r"<[^>]*>", " ", text)), node, text.count("\n"))
        self.pictures(node, node)

    def pictures(self, raw, node):
        for found in re.finditer(r"<img\b[^>]*?\bsrc=[\"']([^\"']+)", raw.astext()):
            self.add("picture", found[1], node, raw.astext().count("\n"))

    def anchors(self, node):
        isSection = isinstance(node, nodes.section)
        # What is above the second heading is the page itself; a target elsewhere is no anchor.
        isAway = isinstance(node, nodes.target) and "refuri" in node
        if self.sections < 2 or not isinstance(node, nodes.Element) or isAway:
            return
        if isinstance(node, (nodes.footnote, nodes.document)):
            return
        names = node.get("ids", [])
        # MyST counts them in an order of its own, so nobody links to them.
        isNamed = not isSection or not self.file.endswith(".rst") or any(not GENERATED.fullmatch(each) for each in names)
        for name in names:
            if not (isNamed and GENERATED.fullmatch(name)):
                # Anchors of terms are in small letters in mystmd.
                isLow = self.isMystmd and name.startswith("term-")
                self.add("anchor", name.lower() if isLow else name, node)


def correct_lines():
    """MyST counts lines that it adds itself; all that it makes of a text gets the line of that."""
    from myst_parser.mdit_to_docutils import base

    renderer, read_html, parse = base.DocutilsRenderer, base.html_to_nodes, base.parse_directive_text
    colon_fence, substitution = renderer.render_colon_fence, renderer.render_substitution
    shifted = []

    def pin(made, line):
        for each in (inner for node in made for inner in node.findall() if inner.line):
            each.line = line
        return made

    def render_substitution(self, token, inline):
        before = len(self.current_node.children)
        substitution(self, token, inline)
        pin(self.current_node.children[before:], base.token_line(token))

    def render_colon_fence(self, token):
        # A fence that begins with another gets an empty line before that.
        shifted[:] = [token] if token.content.startswith(":::") and "{" in token.info else []
        colon_fence(self, token)

    def parse_directive(*arguments, **options):
        parsed = parse(*arguments, **options)
        extra = len(shifted)
        shifted.clear()
        return replace(parsed, body_offset=parsed.body_offset - extra)

    renderer.render_substitution, renderer.render_colon_fence = render_substitution, render_colon_fence
    base.html_to_nodes = lambda text, line, self: pin(read_html(text, line, self), line)
    base.parse_directive_text = parse_directive


def name_pages(env, names):
    """The title of a page of mystmd stands in its front matter."""
    for name in names:
        with open(env.doc2path(name), encoding="utf-8") as file:
            head = re.match(r"---\n(.*?\n)---\n", file.read(), re.S)
        title = (yaml.safe_load(head[1]) or {}).get("title") if head else None
        if title:
            env.titles[name] = nodes.title("", str(title))


def main():
    marker = find_project()
    folder, config = read_project(marker)
    place_notes()
    for kind in (NotesDirective, CAliasObject, CPPAliasObject):
        place_made(kind)
    for kind in (Include, PlainInclude, LiteralInclude):
        if "run" in vars(kind) and kind is not PlainInclude:
            watch(kind)
    if "myst_parser" in config["extensions"]:
        from myst_parser import mocking

        correct_lines()
        find = mocking.MockIncludeDirective.run
        open_files = []

        def run(self):
            argument, source = self.arguments[0], self.document["source"]
            env = self.document.settings.env
            path = env.relfn2path(argument)[1]
            if not argument.startswith("/"):
                path = os.path.join(os.path.dirname(source), argument)
            real = os.path.realpath(path)
            isFound = is_inside(path) and os.path.isfile(path) and real not in open_files
            includes.append([env.docname, argument if isFound else "", source, self.lineno or 1])
            if not isFound:
                return []
            # The page itself is open, too.
            open_files.extend([os.path.realpath(source), real])
            try:
                return find(self)
            finally:
                del open_files[-2:]

        mocking.MockIncludeDirective.run = run
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, "conf.py"), "w", encoding="utf-8") as file:
            file.writelines(f"{key} = {value!r}\n" for key, value in config.items())
        warnings = io.StringIO()
        out = os.path.join(home, "out")
        app = Sphinx(folder, home, out, out, "html", status=None, warning=warnings, freshenv=True)
        names = sorted(app.builder.read())
        if not marker.endswith(".py"):
            name_pages(app.env, names)
        showsTodos = config.get("todo_include_todos") is True
        pages = []
        for name in names:
            path = app.env.doc2path(name)
            doctree = app.env.get_and_resolve_doctree(name, app.builder)
            units = Page(doctree, path, showsTodos, marker.endswith("myst.yml")).units
            for docname, found, source, line in includes:
                if docname == name:
                    file = place_of(source) if os.path.isfile(source) else place_of(path)
                    units.append(["include", found, file, line, line])
            pages.append({"file": place_of(path), "units": units})
        sys.stderr.write(warnings.getvalue())
    json.dump({"sphinx": __version__, "pages": pages}, sys.stdout, ensure_ascii=False)


sys.setrecursionlimit(5000)
main()
