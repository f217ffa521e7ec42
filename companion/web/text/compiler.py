"""How templates are compiled: to fewer steps than Jinja's own code takes, with the same text as the outcome."""

from itertools import chain
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from markupsafe import Markup, escape

SPECIAL = {"caller", "kwargs", "loop", "self", "super", "varargs"}


class PlainCode(CodeGenerator):
    """Writes the Python of a template whose output is always escaped, and whose calls want no context."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """Every name is looked up once, at the top; Jinja does so anew wherever a loop or a macro begins."""
        names = {name.name for name in node.find_all(nodes.Name) if name.ctx == "load"} - SPECIAL
        wanted: list[nodes.Expr] = [nodes.Name(name, "load") for name in sorted(names)]
        if wanted and not node.find(nodes.Extends):
            node.body.insert(0, nodes.If(nodes.Const(False), [nodes.Output(wanted)], [], []))
        super().visit_Template(node, frame)

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        """A condition without an `else` is an empty text, not an undefined value."""
        node.expr2 = node.expr2 or nodes.Const("")
        super().visit_CondExpr(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """A call is a plain one, but where arguments are unpacked."""
        if node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in chain(node.args, node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:
        """What is included comes as one text, not piece by piece."""
        if node.ignore_missing or not node.with_context:
            super().visit_Include(node, frame)
            return
        self.writeline("template = environment.get_or_select_template(", node)
        self.visit(node.template, frame)
        self.write(")")
        names = f"context.get_all(), True, {self.dump_local_context(frame)}"
        self.simple_write(f"concat(template.root_render_func(template.new_context({names})))", frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """A macro is one of the environment's."""
        self.write("environment.")
        super().macro_def(macro_ref, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.escaped(")


def escaped(value: Any) -> str:
    """What a template shows of a value."""
    kind = type(value)
    if kind is Markup or (kind is str and value.isalnum()):  # neither is changed by escaping, which takes longer
        html: str = value
        return html
    return str(value) if kind is int else escape(value)
