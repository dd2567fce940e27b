#!/bin/bash
#SBATCH --job-name=feature
#SBATCH --constraint=avx512
#SBATCH --exclude=old[01-04]
#SBATCH --time=00:05:00
#SBATCH --output=feature.out

echo "node $SLURMD_NODENAME has avx512"
