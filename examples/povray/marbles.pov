// Marbles round a mirror ball, and a glass dome that comes down over them. `clock` runs from 0 to 1 over the animation: the camera comes near
// and goes away again while it circles, so that glass and mirrors fill more and then less of the picture. Frames in the middle cost several
// times as much as those at the ends.
#version 3.7;

global_settings {
  assumed_gamma 1.0
  max_trace_level 5
}

#declare Turn = 360 * clock;
#declare Near = 0.5 - 0.5 * cos(2 * pi * clock);

camera {
  location vrotate(<0, 3.2 - 1.2 * Near, -13 + 7.6 * Near>, <0, 0.4 * Turn, 0>)
  look_at <0, 0.9, 0>
  right x * image_width / image_height
  angle 42
}

light_source { <-12, 18, -14> rgb <1.0, 0.95, 0.88> }
light_source { <14, 9, -4> rgb <0.25, 0.3, 0.4> }

sky_sphere {
  pigment {
    gradient y
    color_map { [0.0 rgb <0.93, 0.86, 0.76>] [0.35 rgb <0.45, 0.62, 0.83>] [1.0 rgb <0.12, 0.22, 0.45>] }
  }
}

plane {
  y, 0
  pigment { checker rgb <0.88, 0.86, 0.80>, rgb <0.16, 0.20, 0.24> }
  finish { ambient 0.05 diffuse 0.75 reflection { 0.06, 0.2 } }
}

#declare Mirror = texture {
  pigment { rgb <0.92, 0.92, 0.95> }
  finish { ambient 0 diffuse 0.12 specular 0.9 roughness 0.002 reflection { 0.65, 0.95 metallic } }
}

#macro Glass(Tint)
  texture {
    pigment { rgbf Tint }
    finish { ambient 0 diffuse 0.05 specular 0.8 roughness 0.001 reflection { 0.04, 1.0 fresnel } conserve_energy }
  }
  interior { ior 1.5 }
#end

#declare Tints = array[4] { <0.95, 0.55, 0.45, 0.85>, <0.50, 0.85, 0.60, 0.85>, <0.50, 0.65, 0.98, 0.85>, <0.98, 0.90, 0.55, 0.85> };

// A ring of marbles that rolls round a mirror ball; every third one is a mirror itself.
#declare Marbles = 18;
#for (I, 0, Marbles - 1)
  #declare Around = 360 * I / Marbles + Turn;
  sphere {
    0, 0.42
    #if (mod(I, 3) = 0)
      texture { Mirror }
    #else
      Glass(Tints[mod(I, 4)])
    #end
    translate <1.55 + 0.65 * mod(I, 2), 0.42 + 0.8 * Near * mod(I, 2), 0>
    rotate y * Around
  }
#end
sphere { <0, 1.1, 0>, 0.95 texture { Mirror } }

// The dome comes down from above while the camera comes near.
difference {
  sphere { 0, 3.1 }
  sphere { 0, 2.98 }
  box { <-4, -4, -4>, <4, 0, 4> }
  Glass(<0.97, 0.98, 1.0, 0.96>)
  translate y * 7 * (1 - Near)
}

// A fence of columns far out, which the early frames see and the mirrors show.
#for (I, 0, 23)
  cylinder {
    <0, 0, 16>, <0, 3.2, 16>, 0.3
    pigment { rgb <0.62, 0.30 + 0.02 * mod(I, 5), 0.22> }
    finish { ambient 0.05 diffuse 0.8 specular 0.3 }
    rotate y * 15 * I
  }
#end
