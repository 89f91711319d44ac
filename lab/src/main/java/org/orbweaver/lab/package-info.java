/** To be told. */
@NullMarked
package org.orbweaver.lab;

import org.jspecify.annotations.NullMarked;
