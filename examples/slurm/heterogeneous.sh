#!/bin/bash
#SBATCH --ntasks=1 --mem=16G
#SBATCH hetjob
#SBATCH --ntasks=64 --mem-per-cpu=1G

srun --het-group=0 ./controller : --het-group=1 ./workers
