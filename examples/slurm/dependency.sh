#!/bin/bash
#SBATCH --job-name=dependency
#SBATCH --dependency=afterok:4711
#SBATCH --time=00:05:00

cat part-*.txt
