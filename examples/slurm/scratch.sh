#!/bin/bash
#SBATCH --job-name=scratch
#SBATCH --array=1-2
#SBATCH --time=00:05:00
#SBATCH --output=/dev/null
#TENDER --outputs=counts-*.txt

scratch=${TMPDIR:-/tmp}/scratch-$SLURM_JOB_ID
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT
seq 1 $((SLURM_ARRAY_TASK_ID * 10)) >"$scratch/numbers"
wc -l <"$scratch/numbers" | tr -d ' ' >"counts-$SLURM_ARRAY_TASK_ID.txt"
