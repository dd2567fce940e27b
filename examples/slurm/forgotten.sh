#!/bin/bash
#SBATCH --job-name=forgotten
#SBATCH --time=00:05:00

sort samples.txt
