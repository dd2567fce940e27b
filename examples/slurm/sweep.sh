#!/bin/bash
#SBATCH -J sweep
#SBATCH -a 0-3
#SBATCH -t 5
#SBATCH -o logs/%x_%A_%a.out
#SBATCH -c 1

rates=(0.1 0.01 0.001 0.0001)
rate=${rates[$SLURM_ARRAY_TASK_ID]}
echo "Task $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT, from $SLURM_ARRAY_TASK_MIN to $SLURM_ARRAY_TASK_MAX: rate $rate"
awk -v rate="$rate" 'BEGIN { printf "loss %.4f\n", 1 / (1 + rate) }'
