#!/bin/bash
#SBATCH --job-name=nightly
#SBATCH --begin=tomorrow
#SBATCH --hold

./report
