package org.orbweaver.udp;

/**
 * What a loop has done since it was opened. Each number is exact, but they are read one after
 * another while the loop goes on.
 *
 * @param packetsReceived datagrams handed to the handler
 * @param receiveErrors receive calls the kernel refused
 * @param truncated datagrams dropped because they were longer than {@link UdpSettings#maxPacket}
 * @param strangers datagrams dropped because a wildcard home does not own their destination
 * @param packetsSent datagrams the kernel took
 * @param sendErrors datagrams dropped because the kernel refused that very one
 * @param queueFull datagrams dropped because too many were waiting for the kernel
 * @param oversized datagrams dropped because they were too long to send
 * @param notAtHome datagrams dropped because they were to leave from an address that is no home
 * @param wakeUps how often the loop stopped waiting
 * @param failures exceptions thrown by the handler or by posted work
 * @param workRefused posted work that found the inbox full
 */
public record LoopStatistics(
    long packetsReceived,
    long bytesReceived,
    long receiveBatches,
    long receiveErrors,
    long truncated,
    long strangers,
    long packetsSent,
    long bytesSent,
    long sendBatches,
    long sendErrors,
    long queueFull,
    long oversized,
    long notAtHome,
    long wakeUps,
    long failures,
    long workRefused) {}
