package tender.agent.container;

import java.time.Duration;

/**
 * How much an image may need. Images are written by strangers.
 *
 * @param bytes of all its files
 * @param files number of files and folders
 * @param time to unpack it
 */
record ImageLimits(long bytes, long files, Duration time) {}
