package org.orbweaver.app.up;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * SIGHUP, by which services are asked to read their settings again. The platform has no public way
 * to hear it; where its own class is missing, nothing is heard, and SIGHUP ends the program as
 * ever.
 */
public final class HangUp {
  private HangUp() {}

  /** Has that done, on a thread of its own, whenever the signal comes. */
  public static void then(Runnable reload) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler heard =
          (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
              Thread.ofVirtual().name("reload").start(reload);
            }
            return null;
          };
      Object listener =
          Proxy.newProxyInstance(HangUp.class.getClassLoader(), new Class<?>[] {handler}, heard);
      Object hangUp = signal.getConstructor(String.class).newInstance("HUP");
      signal.getMethod("handle", signal, handler).invoke(null, hangUp, listener);
    } catch (ReflectiveOperationException e) {
      // as said above
    }
  }
}
