#!/bin/sh
#SBATCH --job-name=arguments
#SBATCH --time=00:05:00
#SBATCH --output=arguments.out

echo "$# arguments"
for argument in "$@"; do
  echo "[$argument]"
done
echo "to the error output" >&2
echo "after it"
