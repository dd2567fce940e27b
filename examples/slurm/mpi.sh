#!/bin/bash
#SBATCH --job-name=mpi
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=16
#SBATCH --time=02:00:00

module load openmpi
srun --mpi=pmix ./solver input.nml
