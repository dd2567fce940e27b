#!/bin/bash
#SBATCH --job-name=lines
#SBATCH --array=1-3
#SBATCH --time=0:05:00
#SBATCH --output=lines-%A_%2a.out

set -euo pipefail
read -r name count < <(sed -n "${SLURM_ARRAY_TASK_ID}p" samples.txt)
for ((i = 1; i <= count; i++)); do
  printf '%s ' "$name$i"
done
echo
