# Sourced by ./orb and ./check: finds a JDK 25 and exports it as JAVA_HOME, or says what to do.
# Looks at ORB_JAVA_HOME, JAVA_HOME, the PATH, and where distributions and people usually put JDKs.

orb_is_jdk25() {
  [ -x "$1/bin/javac" ] || return 1
  if [ -r "$1/release" ]; then
    grep -q '^JAVA_VERSION="25[".]' "$1/release"
  else
    "$1/bin/javac" -version 2>&1 | grep -q '^javac 25\b'
  fi
}

orb_find_jdk25() {
  if [ -n "${ORB_JAVA_HOME:-}" ]; then
    if orb_is_jdk25 "$ORB_JAVA_HOME"; then
      printf '%s\n' "$ORB_JAVA_HOME"
      return 0
    fi
    echo "orb: ORB_JAVA_HOME is $ORB_JAVA_HOME, which is not a JDK 25; correct it or unset it." >&2
    return 1
  fi
  orb_on_path=$(command -v javac 2>/dev/null) && orb_on_path=$(readlink -f "$orb_on_path")
  for orb_home in "${JAVA_HOME:-}" "${orb_on_path%/bin/javac}" \
    /usr/lib/jvm/*25* /usr/lib/jvm/* /usr/java/* /opt/*jdk* /opt/java/* /usr/local/*jdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.jenv/versions/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if [ -n "$orb_home" ] && orb_is_jdk25 "$orb_home"; then
      printf '%s\n' "$orb_home"
      return 0
    fi
  done
  echo "orb: no JDK 25 found; install one (Debian: a package such as temurin-25-jdk or openjdk-25-jdk) or set ORB_JAVA_HOME to it." >&2
  return 1
}

JAVA_HOME=$(orb_find_jdk25) || exit 1
export JAVA_HOME

orb_mvn() {
  command -v mvn >/dev/null || {
    echo "orb: Maven is needed to build and was not found; install it (Debian: apt-get install maven)." >&2
    exit 1
  }
  # A build is over before the second compiler pays: without it, it takes half the processor time.
  orb_build_jvm="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
  case "${MAVEN_OPTS:-}" in *GC*) orb_build_jvm="-XX:TieredStopAtLevel=1" ;; esac
  # Maven's own libraries still use what JDK 25 warns of; the warnings say nothing about Orbweaver.
  MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow $orb_build_jvm ${MAVEN_OPTS:-}" \
    mvn --batch-mode --no-transfer-progress -f "$orb_root/pom.xml" "$@"
}
