#!/bin/bash -l
#SBATCH --job-name=modules
#SBATCH --time=00:05:00
#SBATCH --output=modules.out
#SBATCH --hint=nomultithread

module purge 2>/dev/null
module load gcc/13 2>/dev/null || echo "no module gcc/13 here, using what the node has"
command -v awk >/dev/null && echo "awk is available"
