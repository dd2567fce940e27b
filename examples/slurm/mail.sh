#!/bin/bash
#SBATCH --job-name=mail
#SBATCH --account=physics
#SBATCH --partition=short
#SBATCH --mail-type=BEGIN,END,FAIL
#SBATCH --mail-user=ada@example.org
#SBATCH --comment="monthly report"
#SBATCH --time=00:05:00
#SBATCH --output=mail.out

# Options that matter only to one cluster.
seq 1 100 | awk '{ sum += $1 } END { print "sum", sum }'
