"""The files of the documentation's site, where they lie in the repository: a hook of mkdocs (mkdocs.yml).

Each has the same path there as here, so that a link leads to the same document in both.
"""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

PATTERNS = ("*.md", "LICENSE", "companion/**/LICENSE.*", "docs/**/*.md", "docs/*.png", "docs/*.conf", "docs/*.css")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The documents below the folder of the configuration, and of `files` what the theme brings."""
    top = Path(config.config_file_path).parent
    paths = sorted(path.relative_to(top).as_posix() for pattern in PATTERNS for path in top.glob(pattern))
    brought = [file for file in files if file.src_dir != config.docs_dir]
    return Files([*brought, *(File(path, str(top), config.site_dir, config.use_directory_urls) for path in paths)])
