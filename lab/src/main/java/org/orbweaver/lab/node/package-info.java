@NullMarked
package org.orbweaver.lab.node;

import org.jspecify.annotations.NullMarked;
