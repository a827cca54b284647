"""H, I: Flax Linen and NNX."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found, text_of


def flax_missing_rng(case: Case) -> Found | None:
    said = case.is_a("InvalidRngError") and case.says(r'(\S+) needs PRNG for "(\w+)"')
    if said:
        return Found("flax-missing-rng", "linen", {"name": said[1], "stream": said[2]})
    if case.is_a("InvalidRngError"):
        return Found("flax-missing-rng", "linen", {"name": "", "stream": "params"})
    said = case.is_a("TypeError") and case.says(
        r"(\w+)\.__init__\(\) missing \d+ required keyword-only arguments?: .*?'rngs'"
    )
    if said:
        for call in case.on_line(ast.Call):
            if text_of(call.func).endswith(said[1]):
                code = text_of(call)[:-1] + (", " if call.args or call.keywords else "")
                params = {"name": said[1], "code": f"{code}rngs=nnx.Rngs(0))"}
                return Found("flax-missing-rng", "nnx", params)
        return Found("flax-missing-rng", "nnx", {"name": said[1], "code": "rngs=nnx.Rngs(0)"})
    without = case.says(r"no `rngs` argument was provided to (\w+)")
    if without:
        params = {"name": without[1], "code": f"nnx.{without[1]}(..., rngs=nnx.Rngs(0))"}
        return Found("flax-missing-rng", "nnx", params)
    if case.is_a("AttributeError") and case.says(
        r"No RngStream named|Rngs' object has no attribute"
    ):
        return Found("flax-missing-rng", "nnx", {"name": "Rngs", "code": "nnx.Rngs(0)"})
    return None


def flax_immutable_collection(case: Case) -> Found | None:
    if case.is_a("ModifyScopeVariableError") or case.says(r"because collection .* is immutable"):
        said = case.says(r'collection "(\w+)"')
        return Found("flax-immutable-collection", "", {"name": said[1] if said else "batch_stats"})
    return None


def flax_variables(case: Case) -> Found | None:
    if case.is_a("ApplyScopeInvalidVariablesTypeError", "ApplyScopeInvalidVariablesStructureError"):
        return Found("flax-variables", "level", {"code": '{"params": params}'})
    said = case.is_a("ScopeCollectionNotFound") and case.says(r'from collection "(\w+)"')
    if said:
        return Found("flax-variables", "collection", {"name": said[1]})
    shapes = case.is_a("ScopeParamShapeError") and case.says(
        r'parameter "(\w+)".*?shape (\(.*?\)).*?shape (\(.*?\))'
    )
    if shapes:
        params = {"name": shapes[1], "want": shapes[2], "have": shapes[3]}
        return Found("flax-variables", "shape", params)
    if case.is_a(
        "ScopeParamNotFoundError", "ScopeVariableNotFoundError", "ScopeCollectionNotFound"
    ):
        named = case.says(r'(?:parameter|variable) (?:named )?"(\w+)"')
        return Found("flax-variables", "missing", {"name": named[1] if named else ""})
    return None


_STRUCTURE = {
    "CallCompactUnboundModuleError": "unbound",
    "CallSetupUnboundModuleError": "unbound",
    "CallUnbindOnUnboundModuleError": "unbound",
    "AssignSubModuleError": "compact",
    "MultipleMethodsCompactError": "compact",
    "SetAttributeFrozenModuleError": "frozen",
    "SetAttributeInModuleSetupError": "frozen",
    "NameInUseError": "name",
    "ReservedModuleAttributeError": "name",
}


def flax_module_structure(case: Case) -> Found | None:
    for cls, variant in _STRUCTURE.items():
        if case.is_a(cls):
            said = case.says(r'submodule "(\w+)"|Submodule (\w+) must|set (\w+)=|Module \S* ?(\w+)')
            name = next(filter(None, said.groups()), "") if said else ""
            return Found("flax-module-structure", variant, {"name": name})
    # A module without __call__ has none inside of apply either.
    bare = case.is_a("AttributeError") and case.says(r'"(\w+)" object has no attribute "__call__"')
    if bare:
        return Found("flax-module-structure", "no-call", {"name": bare[1]})
    found = case.is_a("AttributeError") and case.says(
        r'If "(?!__)(\w+)" is defined in \'\.setup\(\)\''
    )
    if found:
        return Found("flax-module-structure", "outside", {"name": found[1]})
    return None


def nnx_trace_level(case: Case) -> Found | None:
    said = case.says(
        r"Cannot (mutate|extract|call|update|split|access) (\S+).*?different trace level"
    )
    if not said and not (case.is_a("TraceContextError") and case.through("flax.nnx")):
        return None
    scan = case.transform in ("scan", "while_loop", "cond")
    params = {"name": said[2] if said else "", "where": "lax.scan" if scan else "jit"}
    return Found("nnx-trace-level", "scan" if scan else "", params)


def nnx_split_merge(case: Case) -> Found | None:
    if not case.is_a("ValueError") or not (case.through("flax") or not case.error.library):
        return None
    if case.says(r"Non-exhaustive filters"):
        return Found("nnx-split-merge", "split", {})
    said = case.says(r"Incorrect number of leaves.*?expected (\d+)\D+?got (\d+)")
    if said:
        return Found("nnx-split-merge", "merge", {"want": said[1], "have": said[2]})
    return None


def nnx_module_list(case: Case) -> Found | None:
    said = case.says(
        r"Found (?:data|unexpected \w+|unexpected Arrays).*?type .*?<?class '([\w.]+)'.*?"
        r"static attribute '(\w+)'"
    )
    if not said or not case.is_a("ValueError", "TypeError"):
        return None
    kind, name = said[1].rpartition(".")[2], said[2]
    wrapper = {"list": "nnx.List", "dict": "nnx.Dict"}.get(kind, "nnx.data")
    code = f"self.{name} = {wrapper}(...)"
    statement = case.statement
    if isinstance(statement, ast.Assign):
        value = text_of(statement.value)
        short = value if len(value) <= 70 else "..."
        code = f"{text_of(statement.targets[0])} = {wrapper}({short})"
    return Found("nnx-module-list", "", {"kind": kind, "name": name, "code": code})


_FLAG = r"deterministic|use_running_average"
_LAYERS = {"deterministic": ("Dropout", "drop"), "use_running_average": ("BatchNorm", "norm", "bn")}


def train_eval_mode(case: Case) -> Found | None:
    if not case.is_a("ValueError"):
        return None
    twice = case.says(rf'Parameter "({_FLAG})" was passed to .*?constructor and at call time')
    if twice:
        return Found("train-eval-mode", "said-twice", {"flag": twice[1], "code": twice[1]})
    said = case.says(
        rf'Parameter "({_FLAG})" must be passed|No `({_FLAG})` argument was provided to'
    )
    if not said:
        return None
    flag = said[1] or said[2]
    # Which it is, and when, is for the learner to say.
    code = f"{flag}=True"
    layer = _layer(case, *_LAYERS[flag])
    if layer is not None:
        before = ", " if layer.args or layer.keywords else ""
        code = f"{text_of(layer)[:-1]}{before}{code})"
    return Found("train-eval-mode", "unsaid", {"flag": flag, "code": code})


def _layer(case: Case, kind: str, *short: str) -> ast.Call | None:
    """The call on the line that makes the layer, or else the one that calls it."""
    calls = [call for call in case.on_line(ast.Call) if not isinstance(call.func, ast.Call)]
    names = [(call, text_of(call.func).rpartition(".")[2]) for call in calls]
    made = (call for call, name in names if name == kind)
    called = (call for call, name in names if any(part in name.lower() for part in short))
    return next(made, None) or next(called, None)


RULES = (
    train_eval_mode,
    flax_missing_rng,
    flax_immutable_collection,
    flax_variables,
    flax_module_structure,
    nnx_trace_level,
    nnx_split_merge,
    nnx_module_list,
)
