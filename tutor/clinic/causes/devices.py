"""J, K: devices, sharding, named axes, checkpoints."""

from __future__ import annotations

import ast

from tutor.clinic.case import Case, Found


def unbound_axis_name(case: Case) -> Found | None:
    said = case.is_a("NameError", "ValueError", "KeyError") and case.says(
        r"unbound axis name:? '?([\w.]+)"
    )
    if said:
        return Found("unbound-axis-name", "", {"name": said[1].rstrip(".")})
    # Inside shard_map JAX asserts it without a word.
    raised = case.evidence.details.get("raised")
    if case.is_a("AssertionError") and not case.message and raised == "jax._src.core:pvary":
        name = _axis_asked_for(case.frame.source)
        return Found("unbound-axis-name", "mesh", {"name": name}) if name else None
    return None


def _axis_asked_for(source: str) -> str:
    """The axis that a collective in `source` names; "" when there is none, or several."""
    try:
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    except SyntaxError:
        return ""
    given = [
        value
        for call in calls
        for value in [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "axis_name")]
    ]
    names = {v.value for v in given if isinstance(v, ast.Constant) and isinstance(v.value, str)}
    return names.pop() if len(names) == 1 else ""


def device_axis_size(case: Case) -> Found | None:
    if case.says(r"pmap|_internal_pmap_axis_name") and case.says(r"partitioned \d+ times|divi"):
        said = case.says(r"partitioned (\d+) times.*?dimension size is (\d+)")
        params = {"devices": said[1] if said else "", "size": said[2] if said else ""}
        return Found("device-axis-size", "pmap" if said else "pmap-short", params)
    if case.says(r"cannot select an axis to squeeze out") and (
        "pmap" in case.frame.source or case.through("jax._src.pmap")
    ):
        return Found("device-axis-size", "pmap-short", {})
    said = case.says(
        r"partitioned (\d+) times, but (?:does not evenly divide the dimension size|the dimension "
        r"size is) (\d+)"
    )
    if said:
        return Found("device-axis-size", "", {"devices": said[1], "size": said[2]})
    said = case.says(r"but (\d+) does not evenly divide (\d+)")
    if said:
        return Found("device-axis-size", "", {"devices": said[1], "size": said[2]})
    if case.is_a("IndivisibleError") or case.says(r"not evenly divisible|evenly divide"):
        return Found("device-axis-size", "short", {})
    if case.says(r"pmap .*?(axis size|leading)") and case.is_a("ValueError"):
        return Found("device-axis-size", "pmap-short", {})
    return None


def sharding_spec(case: Case) -> Found | None:
    if case.says(r"(in_specs|out_specs).*?(?:prefix pytree|different lengths)") and (
        case.through("jax._src.shard_map") or not case.error.library
    ):
        said = case.says(r"\b(in_specs|out_specs)\b")
        return Found("sharding-spec", "count", {"name": said[1] if said else "in_specs"})
    if case.says(r"requires a non-empty mesh|non-empty mesh in context"):
        return Found("sharding-spec", "no-mesh", {})
    said = case.says(r"Resource axis: (\w+) of .*? is not found in mesh:? (\(.*?\))")
    if said:
        return Found("sharding-spec", "axis", {"name": said[1], "axes": said[2]})
    long = case.says(
        r"must be equal to aval's ndim|[Ss]harding.*?rank|only valid for values of rank"
    )
    short = case.is_a("AssertionError") and case.says(r"\(\d+, P(artitionSpec)?\(")
    if long or short:
        return Found("sharding-spec", "long", {})
    if case.says(r"out_specs which require replication"):
        return Found("sharding-spec", "replication", {})
    if case.says(r"in_specs passed to shard_map.*?does not match"):
        return Found("sharding-spec", "explicit", {})
    if case.is_a("ShardingTypeError") or case.says(
        r"ambiguous how the output should be sharded|"
        r"[Ss]hardings? .*?(conflict|mismatch|not match)"
    ):
        return Found("sharding-spec", "ambiguous", {})
    if case.says(r"(in_specs|out_specs|PartitionSpec).*?(mesh|axis|rank|match|pytree)") and (
        case.through("jax._src.shard_map") or case.through("jax._src.named_sharding")
    ):
        return Found("sharding-spec", "", {})
    return None


def device_placement(case: Case) -> Found | None:
    said = case.says(r"Number of devices (\d+) must be >= the product of mesh_shape (\(.*?\))")
    if said:
        return Found("device-placement", "count", {"have": said[1], "shape": said[2]})
    if case.says(r"Received incompatible devices for jitted computation|incompatible devices"):
        return Found("device-placement", "mixed", {})
    said = case.says(
        r"Unknown backend:? '?(\w+)|Backend '(\w+)' (?:failed|is not)|no platforms that"
    )
    if said and case.is_a("RuntimeError"):
        return Found("device-placement", "backend", {"name": said[1] or said[2] or ""})
    said = case.says(r"(\w+) config should be updated before backends are initialized")
    if said:
        return Found("device-placement", "late", {"name": said[1]})
    return None


def checkpoint_misuse(case: Case) -> Found | None:
    if not (case.through("orbax") or "heckpoint" in case.message or "Destination" in case.message):
        return None
    if case.says(r"[Cc]heckpoint path should be absolute|must be an absolute path"):
        return Found("checkpoint-misuse", "relative", {})
    if case.says(r"Destination .*? already exists") and case.is_a("ValueError", "FileExistsError"):
        return Found("checkpoint-misuse", "exists", {})
    if case.says(r"tree structures do not match|structure.*?mismatch"):
        return Found("checkpoint-misuse", "structure", {})
    if case.is_a("FileNotFoundError") and case.says(r"[Cc]heckpoint"):
        return Found("checkpoint-misuse", "missing", {})
    return None


RULES = (unbound_axis_name, device_placement, device_axis_size, sharding_spec, checkpoint_misuse)
