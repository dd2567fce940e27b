#!/bin/bash
#SBATCH --job-name=memory
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=100M
#SBATCH --time=00:05:00
#SBATCH --output=memory.out

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
echo "threads $OMP_NUM_THREADS, tasks $SLURM_NTASKS, memory per processor $SLURM_MEM_PER_CPU"
head -c 20000000 /dev/zero | wc -c
