#!/bin/bash
#SBATCH --job-name=failing
#SBATCH --array=0-3
#SBATCH --time=00:05:00
#SBATCH --output=failing-%a.out
#SBATCH --error=failing-%a.err

echo "index $SLURM_ARRAY_TASK_ID"
if ((SLURM_ARRAY_TASK_ID % 2)); then
  echo "odd indexes fail" >&2
  exit "$SLURM_ARRAY_TASK_ID"
fi
