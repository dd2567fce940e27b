"""Runs the jobs of a Snakemake workflow as bags of a market."""
