#!/bin/bash
#SBATCH --job-name=environment
#SBATCH --export=MODEL=large,SEED=7,NOTE=words
#SBATCH --time=5
#SBATCH --output=environment.out

echo "model $MODEL, seed $SEED, note $NOTE"
echo "array index: ${SLURM_ARRAY_TASK_ID:-none}"
