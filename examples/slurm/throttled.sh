#!/bin/bash
#SBATCH --job-name=throttled
#SBATCH --array=1-6%2
#SBATCH --time=5
#SBATCH --nice=100
#SBATCH --output=throttled-%a.out

echo "Square of $SLURM_ARRAY_TASK_ID: $((SLURM_ARRAY_TASK_ID * SLURM_ARRAY_TASK_ID))"
