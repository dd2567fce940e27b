#!/bin/bash
#SBATCH --job-name=chunks
#SBATCH --array=0-20:10,5
#SBATCH --time=00:05:00
#SBATCH --output=chunks-%a.out

# Each task handles the numbers from its index up to the next step.
first=$SLURM_ARRAY_TASK_ID
for ((i = first; i < first + 3; i++)); do
  echo "item $i"
done
