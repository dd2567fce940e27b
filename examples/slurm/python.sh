#!/usr/bin/env python3
#SBATCH --job-name=python
#SBATCH --array=2,4
#SBATCH --time=00:05:00
#SBATCH --output=python-%a.out

import os

index = int(os.environ["SLURM_ARRAY_TASK_ID"])
print(f"{index} factorial is", __import__("math").factorial(index))
