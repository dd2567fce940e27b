package tender.architecture.planted.agent.batch;

import tender.architecture.planted.agent.batch.slurm.Slurm;

record BatchDependsOnSlurm(Slurm slurm) {}
