package tender.architecture.planted.agent.batch.slurm;

import tender.architecture.planted.agent.batch.Batch;

public final class Slurm implements Batch {}
