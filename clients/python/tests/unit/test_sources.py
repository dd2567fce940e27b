"""The sources: the grammar of Python 3.9, and types that agree with openapi.yaml."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("file", sorted((ROOT / "src").rglob("*.py")), ids=lambda file: file.name)
def test_grammar_is_that_of_python_3_9(file):
    ast.parse(file.read_text(encoding="utf-8"), str(file), feature_version=(3, 9))


def test_check_of_the_grammar_finds_newer_syntax():
    with pytest.raises(SyntaxError):
        ast.parse("match x:\n  case 1: pass\n", feature_version=(3, 9))


def test_schema_agrees_with_openapi():
    subprocess.run([sys.executable, str(ROOT / "generate-schema"), "--check"], check=True)


def test_stale_schema_is_found(tmp_path):
    """The generator is copied beside another openapi.yaml."""
    copy = tmp_path / "clients/python"
    (copy / "src/tender").mkdir(parents=True)
    (copy / "generate-schema").write_bytes((ROOT / "generate-schema").read_bytes())
    rest = tmp_path / "product/server/src/main/resources/tender/server/rest"
    rest.mkdir(parents=True)
    (rest / "openapi.yaml").write_text("components: {schemas: {Digest: {type: string}}}")
    (copy / "src/tender/schema.py").write_bytes((ROOT / "src/tender/schema.py").read_bytes())
    result = subprocess.run([sys.executable, str(copy / "generate-schema"), "--check"], capture_output=True, text=True)
    assert result.returncode == 1 and "Run clients/python/generate-schema" in result.stderr
