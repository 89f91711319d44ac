/** Who crawls, who backs up, who stores: peers that share tasks and lose none. */
@NullMarked
package org.orbweaver.overlay;

import org.jspecify.annotations.NullMarked;
