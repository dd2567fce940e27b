#!/bin/bash
#SBATCH --job-name=hello
#SBATCH --output=%x-%j.out
#SBATCH --time=00:05:00

echo "Job $SLURM_JOB_ID runs on $SLURM_JOB_NODELIST"
echo "Hello from ${SLURM_JOB_NAME}, partition is set: ${SLURM_JOB_PARTITION:+yes}"
cd "$SLURM_SUBMIT_DIR" && echo "Entered the folder of the submission"
