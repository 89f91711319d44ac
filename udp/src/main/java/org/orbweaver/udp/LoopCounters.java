package org.orbweaver.udp;

/** What a loop counts as it goes; {@link LoopStatistics} says what each means. */
final class LoopCounters {
  final Counter packetsReceived = new Counter();
  final Counter bytesReceived = new Counter();
  final Counter receiveBatches = new Counter();
  final Counter receiveErrors = new Counter();
  final Counter truncated = new Counter();
  final Counter strangers = new Counter();
  final Counter packetsSent = new Counter();
  final Counter bytesSent = new Counter();
  final Counter sendBatches = new Counter();
  final Counter sendErrors = new Counter();
  final Counter queueFull = new Counter();
  final Counter oversized = new Counter();
  final Counter notAtHome = new Counter();
  final Counter wakeUps = new Counter();
  final Counter failures = new Counter();
  final Counter workRefused = new Counter();

  LoopStatistics snapshot() {
    return new LoopStatistics(
        packetsReceived.get(),
        bytesReceived.get(),
        receiveBatches.get(),
        receiveErrors.get(),
        truncated.get(),
        strangers.get(),
        packetsSent.get(),
        bytesSent.get(),
        sendBatches.get(),
        sendErrors.get(),
        queueFull.get(),
        oversized.get(),
        notAtHome.get(),
        wakeUps.get(),
        failures.get(),
        workRefused.get());
  }
}
