package tender.architecture.planted.agent.batch.process;

import tender.architecture.planted.agent.batch.slurm.Slurm;

record ProcessDependsOnSlurm(Slurm slurm) {}
