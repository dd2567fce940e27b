#!/bin/bash
#SBATCH --job-name=here-document
#SBATCH --time=00:05:00
#SBATCH --output=here-document.out

steps=4
cat >run.conf <<EOF
[run]
steps = $steps
name = ${SLURM_JOB_NAME}
EOF
awk -F' = ' '/=/ { print $1 ": " $2 }' run.conf

cat <<'EOF'
Quoted documents keep $variables and #SBATCH --nodes=99 as they are.
EOF
