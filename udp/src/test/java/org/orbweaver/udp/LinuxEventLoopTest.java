package org.orbweaver.udp;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinuxEventLoopTest extends EventLoopContract {
  @Override
  Transport transport() {
    return Transport.LINUX;
  }
}
