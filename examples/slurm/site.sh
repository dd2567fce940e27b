#!/bin/bash
#SBATCH --job-name=site
#SBATCH --licenses=matlab:2
#SBATCH --nodelist=node[05-06]
#SBATCH --mem=0
#SBATCH --constraint="haswell|skylake"
#SBATCH --gres=lustre:1
#SBATCH --no-requeue

matlab -batch run
