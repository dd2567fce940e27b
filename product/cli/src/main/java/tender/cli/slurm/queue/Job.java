package tender.cli.slurm.queue;

import tender.cli.client.response.BagResponse;

/** A bag of the user, as a job. */
public record Job(BagResponse bag, JobRecord record) {}
