/** An executor of Nextflow that runs the tasks of a pipeline as bags of a market. */
package tender.nextflow;
