package org.orbweaver.interop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Names the foreign programs that a test needs. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RealComponent.Presence.class)
@interface RealComponent {
  Component[] value();

  /** Skips the test, visibly, when a component is missing; where they are required, fails it. */
  final class Presence implements ExecutionCondition {
    private static final Map<Component, Boolean> FOUND = new ConcurrentHashMap<>();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      List<Component> missing =
          AnnotationSupport.findAnnotation(context.getElement(), RealComponent.class)
              .map(RealComponent::value)
              .stream()
              .flatMap(Arrays::stream)
              .filter(component -> !FOUND.computeIfAbsent(component, Component::isThere))
              .toList();
      if (missing.isEmpty()) {
        return ConditionEvaluationResult.enabled("all components are there");
      }
      String reason = "missing on this machine: " + missing + "; ./check installs it";
      if ("required".equals(System.getenv("ORB_COMPONENTS"))) {
        throw new IllegalStateException(reason);
      }
      return ConditionEvaluationResult.disabled(reason);
    }
  }
}
