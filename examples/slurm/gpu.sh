#!/bin/bash
#SBATCH --job-name=gpu
#SBATCH --gres=gpu:1
#SBATCH --mem=200
#SBATCH --time=00:05:00
#SBATCH --output=gpu.out

echo "GPUs on the node: $SLURM_GPUS_ON_NODE"
echo "visible devices are set: ${CUDA_VISIBLE_DEVICES:+yes}"
