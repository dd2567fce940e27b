package tender.cli.client.response;

import java.util.List;

/**
 * The states of some tasks of a bag.
 *
 * @param until the end position (exclusive)
 * @param runs each is six numbers: the number of equal cells, then the numbers of tasks of each
 *     cell that succeeded, failed, are placed, are open, and succeeded although outputs are missing
 */
public record TaskCellsResponse(int tasks, int from, int until, List<List<Integer>> runs) {}
