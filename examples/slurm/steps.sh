#!/bin/bash
#SBATCH --job-name=steps
#SBATCH --nodes=1
#SBATCH --ntasks=2
#SBATCH --time=00:05:00
#SBATCH --output=steps.out

srun --ntasks=2 bash -c 'echo "rank $SLURM_PROCID of $SLURM_NTASKS"' | sort
for part in 1 2; do
  srun -n 1 -c 1 --exact bash -c "echo part $part >part-$part.txt" &
done
wait
cat part-1.txt part-2.txt
