#!/bin/bash
#SBATCH --job-name=checkpoint
#SBATCH --time=00:01:00
#SBATCH --signal=B:USR1@56
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=checkpoint.out

checkpoint() {
  echo "writing a checkpoint before the limit"
  exit 0
}
trap checkpoint USR1
trap 'rm -f work.tmp; echo "cleaned up"' EXIT

echo "start number $((${SLURM_RESTART_COUNT:-0} + 1))"
touch work.tmp
for _ in $(seq 1 50); do
  sleep 1 &
  wait $!
done
echo "no signal came"
