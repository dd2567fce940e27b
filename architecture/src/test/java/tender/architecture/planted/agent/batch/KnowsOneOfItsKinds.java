package tender.architecture.planted.agent.batch;

import tender.architecture.planted.agent.batch.slurm.Slurm;

record KnowsOneOfItsKinds(Slurm slurm) {}
