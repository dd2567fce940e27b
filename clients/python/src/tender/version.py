"""The version of the package. scripts/package replaces it by that of the Debian packages."""

VERSION = "0.1.0.dev0"
